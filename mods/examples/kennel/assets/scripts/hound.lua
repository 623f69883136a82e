-- Guards the food: growls at a player who comes near, and bites one who comes too near.
function process(hound)
    local memory = creature.memory
    local player = nearest("player", 5)
    if player and can_see(player) then
        if time() > (memory.quiet_until or 0) then
            say("Grrr")
            memory.quiet_until = time() + 2
        end
        local near = nearest("player", 2)
        if near then
            game.setTarget(hound, near.x, near.y, true)
            strike(near)
            return
        end
    end
    local food = nearest("bait", 10)
    if food then
        game.setTarget(hound, food.x, food.y)
    end
end
