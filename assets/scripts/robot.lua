-- A robot walks its beat from where it was put to its far end and back, unlocks the doors on its way, and clears the dead away.

local BROOM = 8 -- it sees the dead from so far off, in tiles
local BEATS = { 12, 8, 4, 2 } -- its beat is as long as it can be of these, in tiles
local NEAR = 0.3

function process(robot)
    local memory = creature.memory
    memory.home = memory.home or { x = robot.x, y = robot.y }
    memory.far = memory.far or far_end(robot)

    local corpse = nearest("corpse", BROOM)
    if corpse and path_to(corpse.x, corpse.y) then
        if not memory.sweeps then
            say("Refuse.")
        end
        memory.sweeps = true
        game.setTarget(robot, corpse.x, corpse.y)
        return
    end
    memory.sweeps = nil
    local goal = if memory.back then memory.home else memory.far
    if math.abs(robot.x - goal.x) + math.abs(robot.y - goal.y) < NEAR then
        memory.back = not memory.back
    else
        game.setTarget(robot, goal.x, goal.y)
    end
end

-- The farthest place to the right, left, below or above that it can get to.
function far_end(robot)
    for _, length in BEATS do
        for _, way in { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } } do
            local x, y = robot.x + way[1] * length, robot.y + way[2] * length
            local is_deck, steps = pcall(path_to, x, y)
            if is_deck and steps and steps <= length + 1 then
                return { x = x, y = y }
            end
        end
    end
    return { x = robot.x, y = robot.y }
end
