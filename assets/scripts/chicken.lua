-- A chicken of the galley pecks about, and runs from the fox and from whoever treads on it.

local FOX = 5 -- it runs from a fox that it sees from so near, in tiles
local FEET = 1.5 -- it runs from the player who comes so near, in tiles
local STEP = 1.5 -- it goes so far between two grains at most, in tiles
local CALM = 8 -- it cries out once in so many seconds at most

function process(chicken)
    local danger = nearest("fox", FOX) or nearest("player", FEET)
    if danger and can_see(danger) then
        local memory = creature.memory
        if time() >= (memory.calm or 0) then
            say("Bawk!")
        end
        memory.calm = time() + CALM
        flee(danger)
    elseif chicken.state == "idle" and random() < 0.1 then
        local x = chicken.x + (random() * 2 - 1) * STEP
        local y = chicken.y + (random() * 2 - 1) * STEP
        pcall(game.setTarget, chicken, x, y) -- a point beside the deck is no target
    end
end
